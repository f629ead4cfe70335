import type { IntakeContext } from '@archivolt/plugin-kit';

const ASKED_AGAIN_AFTER_MS = 3 * 60_000;

/** Which organizations there are. The folders of others are left alone, with one warning for each. */
export class LiveOrganizations {
  readonly #unknownUntil = new Map<string, number>();

  constructor(
    private readonly context: Pick<IntakeContext, 'hasOrganization'>,
    private readonly now: () => number,
    private readonly onUnknown: (organizationId: string) => void,
  ) {}

  /** An organization that was not there is asked for again after some minutes. */
  async isLive(organizationId: string): Promise<boolean> {
    const unknownUntil = this.#unknownUntil.get(organizationId);
    if (unknownUntil !== undefined && unknownUntil > this.now()) return false;
    if (await this.context.hasOrganization(organizationId)) {
      this.#unknownUntil.delete(organizationId);
      return true;
    }
    this.#unknownUntil.set(organizationId, this.now() + ASKED_AGAIN_AFTER_MS);
    if (unknownUntil === undefined) this.onUnknown(organizationId);
    return false;
  }
}
