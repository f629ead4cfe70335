/** Without what is undefined or empty: for the search of an address, which names only what differs from the default. */
export function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
}
