import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AdminHttpModule } from '#http/admin';
import { AuthHttpModule } from '#http/auth';
import { DocumentsHttpModule } from '#http/documents';
import { ObservabilityHttpModule } from '#http/observability';
import { OrganizationsHttpModule, requestGuards } from '#http/organizations';
import { TaggingRulesHttpModule } from '#http/tagging-rules';
import { TagsHttpModule } from '#http/tags';
import { TasksHttpModule } from '#http/tasks';
import { EntityTagInterceptor } from '#libs/http-kit';

/** The API: every HTTP door. */
@Module({
  imports: [
    AuthHttpModule,
    OrganizationsHttpModule,
    DocumentsHttpModule,
    TagsHttpModule,
    TaggingRulesHttpModule,
    TasksHttpModule,
    ObservabilityHttpModule,
    AdminHttpModule,
  ],
  providers: [...requestGuards, { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor }],
})
export class WebModule {}
