const KEY = 'archivolt.organization';

export function rememberOrganization(organizationId: string): void {
  try {
    localStorage.setItem(KEY, organizationId);
  } catch {
    // The list of organizations is shown instead.
  }
}

export function lastOrganization(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
