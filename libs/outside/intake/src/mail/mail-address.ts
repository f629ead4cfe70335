const LONGEST_ADDRESS = 320;
const LONGEST_HEADER = 20_000;
/** Permissive: a name without spaces and brackets, and a dotted domain or an address of the IP in brackets. */
const ADDRESS =
  /^[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@(?:(?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}-]{2,63}|\[\d{1,3}(?:\.\d{1,3}){3}\])$/u;
const OWN_ADDRESS = /^[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,253}$/u;
const IN_TEXT = /[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,253}/gu;

/** True for `user@example.com` and `user@[192.0.2.1]`. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text);
}

/** True for the address of an organization, whose domain may be a name in the own network: `name@mailhost`. */
export function isOwnAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && OWN_ADDRESS.test(text);
}

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
