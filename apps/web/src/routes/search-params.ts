/** Reads a text of the address; anything else in its place counts as absent. */
export function textOf<Name extends string>(search: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = search[name];
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as { [Key in Name]?: string }) : {};
}

/** Reads one of a few texts. */
export function choiceOf<Name extends string, Choice extends string>(
  search: Record<string, unknown>,
  name: Name,
  choices: readonly Choice[],
): { [Key in Name]?: Choice } {
  const choice = choices.find((each) => each === search[name]);
  return choice === undefined ? {} : ({ [name]: choice } as { [Key in Name]?: Choice });
}

/** Reads a whole number from `least` on. */
export function numberOf<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  least: number,
): { [Key in Name]?: number } {
  const value = Number(search[name]);
  return Number.isSafeInteger(value) && value >= least ? ({ [name]: value } as { [Key in Name]?: number }) : {};
}
