import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { OrganizationsModule } from '#libs/organizations';
import { SecondFactorModule } from '#libs/second-factor';
import { AdministerJobs } from './administer-jobs.js';
import { AdministerUsers } from './administer-users.js';
import { InstallationStatistics } from './installation-statistics.js';

const parts = [AdministerJobs, AdministerUsers, InstallationStatistics];

@Module({ imports: [AuthModule, OrganizationsModule, SecondFactorModule], providers: parts, exports: parts })
export class AdminModule {}
