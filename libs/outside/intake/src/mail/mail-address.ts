import { isMailAddress } from '@archivolt/plugin-kit';

const LONGEST_HEADER = 20_000;
const IN_TEXT = /[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,253}/gu;

/** True for `@example.com`. */
export function isMailDomain(text: string): boolean {
  return text.startsWith('@') && !text.includes('[') && isMailAddress(`a${text}`);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** The addresses in the value of a header such as `Delivered-To`, in lower case. */
export function addressesIn(header: string): string[] {
  const found = header.slice(0, LONGEST_HEADER).match(IN_TEXT) ?? [];
  return found.map((address) => address.toLowerCase()).filter(isMailAddress);
}

/** The address as it is written and, when its name has a `+`, without what follows it: `name@…` for `name+x@…`. */
export function lookUpsOf(address: string): string[] {
  const [name = '', domain = ''] = address.toLowerCase().split('@');
  const plus = name.indexOf('+');
  return plus > 0 ? [`${name}@${domain}`, `${name.slice(0, plus)}@${domain}`] : [`${name}@${domain}`];
}
