const KEYWORD = /^(?:and|or|not)$/i;

/** Returns whether a text or a field can be printed without quotes. */
export function printsBare(text: string): boolean {
  return /^[^\s()":\\-][^\s()":\\]*$/.test(text) && !KEYWORD.test(text);
}

/** Returns whether the value of a filter can be printed without quotes. */
export function valuePrintsBare(value: string): boolean {
  return /^[^\s()"\\<>=][^\s()"\\]*$/.test(value) && !value.startsWith('//');
}
