import type { Page } from 'playwright-core';

export interface UploadedDocument {
  id: string;
  name: string;
}

/** Uploads a file as the user of the page, and waits until the server has read it. */
export async function uploadAndRead(
  page: Page,
  organizationId: string,
  file: { name: string; content: Buffer; type?: string },
): Promise<UploadedDocument> {
  return page.evaluate<UploadedDocument, { organization: string; name: string; type: string; bytes: string }>(
    async ({ organization, name, type, bytes }) => {
      const documents = `/api/organizations/${organization}/documents`;
      const form = new FormData();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      form.append('file', new File([content], name, { type }), name);
      const uploaded = await fetch(documents, { method: 'POST', body: form });
      if (!uploaded.ok) throw new Error(`upload of ${name}: ${uploaded.status} ${await uploaded.text()}`);
      const { document } = (await uploaded.json()) as { document: UploadedDocument };
      for (;;) {
        const response = await fetch(`${documents}/${document.id}`);
        const present = ((await response.json()) as { document: { extraction: { status: string } } }).document;
        if (present.extraction.status === 'completed') return document;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    {
      organization: organizationId,
      name: file.name,
      type: file.type ?? 'application/octet-stream',
      bytes: file.content.toString('base64'),
    },
  );
}
