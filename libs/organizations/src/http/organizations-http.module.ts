import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations.module.js';
import { MembershipGuard } from './membership.guard.js';
import { OrganizationsController } from './organizations.controller.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [OrganizationsController],
  providers: [MembershipGuard],
  exports: [MembershipGuard],
})
export class OrganizationsHttpModule {}
