import { IsId, OrganizationParams, type DateTime, type Integer } from '#ground/http-kit';
import { isRetryable, type IntakeFailure } from '#outside/intake';

export class IntakeFailureParams extends OrganizationParams {
  @IsId('inf') failureId!: string;
}

export class IntakeFailureView {
  id!: string;
  createdAt!: DateTime;
  lastAttemptAt!: DateTime;
  attempts!: Integer;
  /** `retrying`: another attempt was requested and has not ended. */
  state!: 'open' | 'retrying';
  /** `mail`: a whole message; `file`: one file, which may have been in a mail. */
  kind!: 'file' | 'mail';
  source!: 'email' | 'folder' | 'plugin';
  /** What took it in: `intake-folder`, or `intake-folder (scans)` for one of several instances. */
  origin!: string;
  fileName!: string | null;
  /** Address of the sender, and subject, when it came by mail. */
  sender!: string | null;
  subject!: string | null;
  /** Bytes, if they are known. */
  size!: Integer | null;
  /** Why it was not taken: a sentence for people. */
  reason!: string;
  /** False when the server does not have it any more: it must be sent again. */
  isRetryable!: boolean;
}

export function intakeFailureView(failure: IntakeFailure): IntakeFailureView {
  const { id, attempts, state, kind, source, fileName, sender, subject, size, reason } = failure;
  const { pluginId, instance } = failure;
  return {
    id,
    createdAt: failure.createdAt.toISOString(),
    lastAttemptAt: failure.lastAttemptAt.toISOString(),
    ...{ attempts, state, kind, source },
    origin: instance === 'default' ? pluginId : `${pluginId} (${instance})`,
    ...{ fileName, sender, subject, size, reason },
    isRetryable: isRetryable(failure),
  };
}
