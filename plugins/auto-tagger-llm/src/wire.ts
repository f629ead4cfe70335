import type { Prompt } from './prompt.js';
import type { ModelServer } from './model-server.js';

/** What a service has answered. */
export interface ModelAnswer {
  /** Undefined when the model refused, or wrote nothing. */
  text: string | undefined;
  /** True when the answer ends because the model may write no more. */
  isCut: boolean;
  isRefusal: boolean;
  usage: Record<string, number>;
}

export interface Question {
  prompt: Prompt;
  schema: object;
  /** False for a server that has refused the schema: the model is asked for the form in the other way there is. */
  withSchema: boolean;
}

/** How requests to a kind of service and its responses look. */
export interface Wire {
  path(server: ModelServer): string;
  headers(server: ModelServer): Record<string, string>;
  body(server: ModelServer, question: Question): object;
  /** Gets any JSON value; what is missing in it is missing in the answer. */
  read(response: unknown): ModelAnswer;
}

/** The value of an own field of any JSON value. */
export function at(value: unknown, ...path: (number | string)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<number | string, unknown>)[key];
  }
  return current;
}

/** The tokens that a service reports, without implausible numbers. */
export function tokens(input: unknown, output: unknown): Record<string, number> {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return { ...(isCount(input) && { inputTokens: input }), ...(isCount(output) && { outputTokens: output }) };
}
