import { failed, type CheckReport } from '#ground/features';

export const ok = (name: string, message: string): CheckReport => ({ name, status: 'ok', message });
export const failure = (name: string, error: unknown): CheckReport => ({ name, ...failed(error) });
export const skipped = (name: string, message: string): CheckReport => ({ name, status: 'skipped', message });
export const warning = (name: string, message: string, remedy: string): CheckReport => ({
  name,
  status: 'warning',
  message,
  remedy,
});
export const problem = (name: string, message: string, remedy: string): CheckReport => ({
  name,
  status: 'problem',
  message,
  remedy,
});
