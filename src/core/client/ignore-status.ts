import { HttpError } from "./errors";

/** The answer, or nothing where the API answers with one of these statuses. */
export async function ignoreStatus<T>(statuses: readonly number[], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError && statuses.includes(error.status)) return undefined;
    throw error;
  }
}
