/** Set on every request to the client address that Fastify determined; a value sent by a client is replaced. */
export const CLIENT_ADDRESS_HEADER = 'x-archivolt-client-address';

export function clientAddressOf(request: Pick<Request, 'headers'> | undefined): string {
  return request?.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
}
