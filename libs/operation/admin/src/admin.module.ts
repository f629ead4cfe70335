import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { AdministerJobs } from './administer-jobs.js';
import { AdministerUsers } from './administer-users.js';
import { InstallationStatistics } from './installation-statistics.js';

const parts = [AdministerJobs, AdministerUsers, InstallationStatistics];

@Module({ imports: [AuthModule, OrganizationsModule], providers: parts, exports: parts })
export class AdminModule {}
