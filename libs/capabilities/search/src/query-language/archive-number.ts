const NUMBER = /^0{0,20}([1-9]\d{0,8})$/;

/** The number as a filter has it: `42` or `00042`. */
export function archiveNumberOf(value: string): number | undefined {
  const digits = NUMBER.exec(value.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
