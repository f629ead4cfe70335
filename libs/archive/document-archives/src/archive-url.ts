/** Returns the path of the download of an archive, below the address of the server. */
export function urlOfArchive({ organizationId, id }: { organizationId: string; id: string }): string {
  return `/api/organizations/${organizationId}/document-archives/${id}/file`;
}
