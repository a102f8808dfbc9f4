import { expect, it } from "vitest";
import { z } from "zod";
import {
  credentialReason,
  credentialsIn,
  isCredentialName,
  proseReason,
} from "../../src/core/schema/credentials";
import { dataBeside } from "../support/data";

const both = z.object({ credentials: z.array(z.string()), others: z.array(z.string()) });
const path = z.array(z.union([z.string(), z.number()]));
const { names, texts, prose, members } = dataBeside(__filename, {
  names: both,
  texts: both,
  prose: both,
  members: z.record(z.string(), z.object({ value: z.unknown(), found: z.array(path) })),
});

it.each(names.credentials)("%s is the name of a credential", (name) => {
  expect(isCredentialName(name)).toBe(true);
});

it.each(names.others)("%s is not the name of a credential", (name) => {
  expect(isCredentialName(name)).toBe(false);
});

it.each(texts.credentials)("%s has a credential in it", (text) => {
  expect(credentialReason(text)).toBeTypeOf("string");
});

it.each(texts.others)("%s has no credential in it", (text) => {
  expect(credentialReason(text)).toBeUndefined();
});

it.each(prose.credentials)("the description %s has a credential in it", (text) => {
  expect(proseReason(text)).toBeTypeOf("string");
});

it.each(prose.others)("the description %s has no credential in it", (text) => {
  expect(proseReason(text)).toBeUndefined();
});

it.each(Object.entries(members))(
  "of the members, those that are credentials are found: %s",
  (_, { value, found }) => {
    expect(credentialsIn(value).map((credential) => credential.path)).toEqual(found);
  },
);
