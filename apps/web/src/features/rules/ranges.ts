const TO = '..';

/** Both ends of the value of a range. */
export function endsOf(value: string): [string, string] {
  const at = value.indexOf(TO);
  return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + TO.length)];
}

/** Empty when both ends are. */
export function rangeOf(least: string, most: string): string {
  return least === '' && most === '' ? '' : `${least}${TO}${most}`;
}
