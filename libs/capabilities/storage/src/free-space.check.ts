import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { HealthConfig } from '#config/health';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { FreeSpace } from './free-space.js';
import { StorageDrivers } from './storage-drivers.js';

const MEGABYTE = 1024 * 1024;
/** From here on an administrator should know, long before anything fails. */
const SCARCE_MB = 2_048;
const NO_UPLOADS =
  'free some space, move the folder to a larger disk, or set DOCUMENT_STORAGE_RESERVED_SPACE to less than what is free.';
const REMEDY = 'free some space, or move the folder to a larger disk: uploads fail when it is full.';

/** Whether the folders that this process writes to can be written, and have free space. */
@Injectable()
@DiagnosticCheck()
export class FreeSpaceCheck implements Check {
  readonly name = 'free space';

  constructor(
    private readonly data: DataConfig,
    private readonly config: HealthConfig,
    private readonly drivers: StorageDrivers,
    private readonly freeSpace: FreeSpace,
  ) {}

  run(): Promise<CheckResult> {
    return this.probe();
  }

  async probe(): Promise<CheckResult> {
    const { dataDir } = this.data;
    const { folder } = this.drivers.writer;
    // The folders in the data folder may be disks of their own.
    const inDataDir = ['tmp', 'postgres'].map((name) => join(dataDir, name));
    const judged = await judgeFreeSpace([dataDir, folder, ...inDataDir], this.config.freeSpaceMb);
    if (judged.status === 'problem' || (await this.freeSpace.uploadsFit())) return judged;
    // A small disk that is mostly empty may be below what is reserved.
    return { status: 'problem', message: `uploads are refused: ${judged.message}`, remedy: NO_UPLOADS };
  }
}

/** What is known of the disk that a folder is on. */
export interface DiskOfFolder {
  /** The same for folders on one disk. */
  disk: number;
  freeMb: number;
  sizeMb: number;
}

/**
 * Judges each disk of these folders once; a folder that is not there yet will be on the disk of another one. `look` throws
 * when the folder cannot be written.
 */
export async function judgeFreeSpace(
  folders: readonly (string | undefined)[],
  leastMb: number,
  look: (folder: string) => Promise<DiskOfFolder | undefined> = lookAt,
): Promise<CheckResult> {
  const disks = new Map<number, { folder: string; freeMb: number; sizeMb: number }>();
  for (const folder of folders) {
    const found = folder === undefined ? undefined : await look(folder);
    if (folder !== undefined && found && !disks.has(found.disk)) disks.set(found.disk, { folder, ...found });
  }
  const all = [...disks.values()];
  const below = (limitMb: number) => all.filter(({ freeMb, sizeMb }) => freeMb < Math.min(limitMb, sizeMb / 10));
  for (const [status, limitMb] of [
    ['problem', leastMb],
    ['warning', SCARCE_MB],
  ] as const) {
    const scarce = below(limitMb);
    if (scarce.length > 0) return { status, message: `only ${textOf(scarce)}`, remedy: REMEDY };
  }
  return { status: 'ok', message: textOf(all) };
}

async function lookAt(folder: string): Promise<DiskOfFolder | undefined> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`${folder} cannot be written (${codeOf(error)}).\nRemedy: make it writable for this process.`, {
      cause: error,
    });
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  return { disk: found.dev, freeMb: (bavail * bsize) / MEGABYTE, sizeMb: (blocks * bsize) / MEGABYTE };
}

function textOf(disks: readonly { folder: string; freeMb: number }[]): string {
  return disks.map(({ folder, freeMb }) => `${sizeOf(freeMb)} for ${folder}`).join(', ');
}

function sizeOf(mb: number): string {
  return mb < 10_240 ? `${Math.floor(mb)} MB` : `${Math.floor(mb / 1024)} GB`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'error';
}
