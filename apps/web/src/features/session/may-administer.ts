/** Whether someone sees the pages for administrators of the installation; the server decides what they may do there. */
export const mayAdminister = (user: { permissions: readonly string[] } | null | undefined): boolean =>
  user?.permissions.includes('bo:access') ?? false;
