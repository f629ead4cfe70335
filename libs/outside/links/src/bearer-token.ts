/** Returns what a visitor sends instead of the password: the token in `Authorization: Bearer …`. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
