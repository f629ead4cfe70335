import { Injectable } from '@nestjs/common';
import { UserDirectory, type UserFigures } from '#people/auth';
import { Counters, UsageHistory } from '#ground/history';
import { OrganizationDirectory } from '#people/organizations';

export interface InstallationFigures extends UserFigures {
  organizationsCount: number;
  /** Not in the trash. */
  documentsCount: number;
  documentsSize: number;
  deletedDocumentsCount: number;
  deletedDocumentsSize: number;
}

export interface FiguresOfDay {
  /** `2026-11-22`, in UTC. */
  date: string;
  users: number;
  organizations: number;
  documents: number;
  bytes: number;
}

/** The figures of the whole installation, from counters that are kept with each change. */
@Injectable()
export class InstallationStatistics {
  constructor(
    private readonly users: UserDirectory,
    private readonly organizations: OrganizationDirectory,
    private readonly counters: Counters,
    private readonly usage: UsageHistory,
  ) {}

  async now(): Promise<InstallationFigures> {
    const [users, organizationsCount, stored] = await Promise.all([
      this.users.figures(),
      this.organizations.count({ state: 'active' }),
      this.counters.total(),
    ]);
    return {
      ...users,
      organizationsCount,
      documentsCount: stored.activeDocuments,
      documentsSize: stored.activeBytes,
      deletedDocumentsCount: stored.trashedDocuments,
      deletedDocumentsSize: stored.trashedBytes,
    };
  }

  /** Oldest first. Users and organizations that are gone are not counted for the days on which they were there. */
  async byDay(days: number): Promise<FiguresOfDay[]> {
    const [stored, users, organizations] = await Promise.all([
      this.usage.ofInstallation(days),
      this.users.countByDay(days),
      this.organizations.countByDay(days),
    ]);
    return stored.map((day, index) => ({
      ...day,
      users: users[index]?.users ?? 0,
      organizations: organizations[index]?.organizations ?? 0,
    }));
  }
}
