/** Hands in a file as a visitor does, without a browser. Returns the status of the response. */
export async function handInFile(
  { baseUrl, token }: { baseUrl: string; token: string },
  { name, content, senderName }: { name: string; content: string; senderName?: string },
): Promise<number> {
  const form = new FormData();
  if (senderName !== undefined) form.append('senderName', senderName);
  form.append('file', new File([content], name, { type: 'text/plain' }));
  const response = await fetch(`${baseUrl}/api/file-requests/${token}/files`, { method: 'POST', body: form });
  await response.text();
  return response.status;
}
