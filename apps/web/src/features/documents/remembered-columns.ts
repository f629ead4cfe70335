const keyOf = (organizationId: string) => `archivolt.columns.${organizationId}`;

/** The columns that were last chosen in this browser. */
export function rememberedColumns(organizationId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(organizationId)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberColumns(organizationId: string, columns: string): void {
  try {
    localStorage.setItem(keyOf(organizationId), columns);
  } catch {
    // They stay in the address.
  }
}
