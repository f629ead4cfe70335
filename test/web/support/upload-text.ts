import type { SignedIn } from './web-test.js';

/** Uploads a text file as the signed-in user; returns the id of its document. */
export function uploadText({ page, organizationId }: SignedIn, name: string, content: string): Promise<string> {
  return page.evaluate<string, [string, string, string]>(
    async ([organization, fileName, text]) => {
      const form = new FormData();
      form.append('file', new File([text], fileName, { type: 'text/plain' }));
      const response = await fetch(`/api/organizations/${organization}/documents`, { method: 'POST', body: form });
      if (!response.ok) throw new Error(`${fileName}: ${response.status}`);
      return ((await response.json()) as { document: { id: string } }).document.id;
    },
    [organizationId, name, content],
  );
}
