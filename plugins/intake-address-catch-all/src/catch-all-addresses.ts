import type { AddressResult, IntakeAddresses, WantedAddress } from '@archivolt/plugin-kit';

/** Every name at the domain arrives already: there is nothing to do. */
export class CatchAllAddresses implements IntakeAddresses {
  constructor(private readonly domain: string) {}

  async createAddress({ username }: WantedAddress, { signal }: { signal: AbortSignal }): Promise<AddressResult> {
    signal.throwIfAborted();
    return { outcome: 'created', address: `${username}@${this.domain}` };
  }

  async removeAddress(): Promise<void> {}
}
