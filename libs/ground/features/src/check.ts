import { DiscoveryService } from '@nestjs/core';

export interface CheckResult {
  /** A `problem` needs correction; a `warning` may be intended; `skipped` could not be checked. */
  status: 'ok' | 'problem' | 'skipped' | 'warning';
  message: string;
  /** What to do about a problem or warning. */
  remedy?: string;
}

/** A result with the name of its check. */
export interface CheckReport extends CheckResult {
  name: string;
}

/** Looks at one thing that the product needs. A provider with `@DiagnosticCheck()`. */
export interface Check {
  /** One or two words, shown in front of the result. */
  readonly name: string;
  /**
   * For `doctor`, unless it has judged the same before it could ask: changes nothing. An error counts as a problem. Several
   * results are reported one by one under the same name.
   */
  run?(signal: AbortSignal): Promise<CheckResult | readonly CheckResult[]>;
  /**
   * The part that takes milliseconds, for probes and the overview of administrators, which ask every few seconds. While
   * its result is a `problem`, the process is not ready. An error counts as a problem.
   */
  probe?(signal: AbortSignal): Promise<CheckResult>;
  /** Corrects a problem that `run` reported, where that needs no decision. Returns what it did. */
  fix?(signal: AbortSignal): Promise<CheckResult>;
}

/** Marks a provider as a check. Any module may have some; `Diagnostics` finds them. */
export const DiagnosticCheck = DiscoveryService.createDecorator();

/** The result of a check that threw. Our errors state the cause, then `Remedy:` and what to do. */
export function failed(error: unknown): CheckResult {
  const text = error instanceof Error ? error.message : String(error);
  const [message = '', remedy] = text.split('Remedy: ', 2);
  return { status: 'problem', message: message.trim(), ...(remedy === undefined ? {} : { remedy: remedy.trim() }) };
}
