/** True for a status of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;
