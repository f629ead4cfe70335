const OTHER_CHARACTERS = /[^\p{L}\p{N}]+/gu;

/** The key of a custom property or option: the letters and digits of its name in lower case. */
export function propertyKey(name: string): string {
  return name.replace(OTHER_CHARACTERS, '').toLowerCase();
}
