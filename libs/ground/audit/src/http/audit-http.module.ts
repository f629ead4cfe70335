import { Module } from '@nestjs/common';
import { AdminAuditController } from './admin-audit.controller.js';
import { AuditReader } from './audit-reader.js';
import { OrganizationAuditController } from './organization-audit.controller.js';

@Module({ controllers: [AdminAuditController, OrganizationAuditController], providers: [AuditReader] })
export class AuditHttpModule {}
