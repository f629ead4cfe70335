/** Bytes as they travel in JSON: base64 for addresses, without padding. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

export function textOfBytes(bytes: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(characters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

interface KnownPasskey {
  id: string;
  type: 'public-key';
  transports?: AuthenticatorTransport[];
}

/** What the server asks of a passkey that signs in. */
export interface RequestOptions extends Omit<
  PublicKeyCredentialRequestOptions,
  'allowCredentials' | 'challenge' | 'extensions'
> {
  challenge: string;
  allowCredentials?: KnownPasskey[];
}

/** What the server asks of a new passkey. */
export interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'excludeCredentials' | 'extensions' | 'user'
> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: KnownPasskey[];
}

const withBytes = (passkeys: readonly KnownPasskey[] = []) =>
  passkeys.map((each) => ({ ...each, id: bytesOf(each.id) }));

/** Browsers have passkeys on pages with https and on localhost only. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && 'credentials' in navigator;

/** Whether the browser can offer passkeys in the list that it shows below a field. */
export async function canFillInPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  const { isConditionalMediationAvailable } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  return (await isConditionalMediationAvailable?.call(PublicKeyCredential)) === true;
}

/** Lets the person use a passkey; what the server wants to see of it. `isFilledIn`: offers it below a field only. */
export async function signWithPasskey(
  { challenge, allowCredentials, ...options }: RequestOptions,
  { signal, isFilledIn = false }: { signal?: AbortSignal; isFilledIn?: boolean },
): Promise<object> {
  const credential = await navigator.credentials.get({
    ...(signal ? { signal } : {}),
    ...(isFilledIn ? { mediation: 'conditional' as const } : {}),
    publicKey: { ...options, challenge: bytesOf(challenge), allowCredentials: withBytes(allowCredentials) },
  });
  const { response, ...rest } = partsOf<AuthenticatorAssertionResponse>(credential);
  return {
    ...rest,
    response: {
      clientDataJSON: textOfBytes(response.clientDataJSON),
      authenticatorData: textOfBytes(response.authenticatorData),
      signature: textOfBytes(response.signature),
      ...(response.userHandle ? { userHandle: textOfBytes(response.userHandle) } : {}),
    },
  };
}

/** Lets the person make a passkey; what the server stores of it. */
export async function createPasskey({
  challenge,
  user,
  excludeCredentials,
  ...options
}: CreationOptions): Promise<object> {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: withBytes(excludeCredentials),
    },
  });
  const { response, ...rest } = partsOf<AuthenticatorAttestationResponse>(credential);
  return {
    ...rest,
    response: {
      clientDataJSON: textOfBytes(response.clientDataJSON),
      attestationObject: textOfBytes(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

function partsOf<Response extends AuthenticatorResponse>(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was given.', 'NotAllowedError');
  const { id, rawId, type, authenticatorAttachment } = credential;
  return {
    id,
    rawId: textOfBytes(rawId),
    type,
    ...(authenticatorAttachment === null ? {} : { authenticatorAttachment }),
    clientExtensionResults: {},
    response: credential.response as Response,
  };
}
