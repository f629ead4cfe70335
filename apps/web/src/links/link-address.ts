/** What a public address leads to. The token is the secret that makes the address work. */
export interface LinkAddress {
  kind: 'drop' | 'share';
  token: string;
}

const ADDRESS = /^\/(share|drop)\/([A-Za-z0-9]{64})\/?$/;

/** Undefined for an address that cannot be one, as one that was cut off in a mail. */
export function linkAddressOf(pathname: string): LinkAddress | undefined {
  const [, kind, token] = ADDRESS.exec(pathname) ?? [];
  return kind === undefined || token === undefined ? undefined : { kind: kind as LinkAddress['kind'], token };
}
