/** A media type as someone declares it: in lower case, without parameters; `undefined` when it is none. */
export function declaredTypeIn(declared: string | undefined): string | undefined {
  const type = declared?.split(';')[0]?.trim().toLowerCase();
  return type !== undefined && /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type : undefined;
}
