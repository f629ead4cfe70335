import { Module } from '@nestjs/common';
import { AuthHttpModule } from '#http/auth';
import { DocumentsHttpModule } from '#http/documents';
import { ObservabilityHttpModule } from '#http/observability';
import { OrganizationsHttpModule, requestGuards } from '#http/organizations';
import { TaggingRulesHttpModule } from '#http/tagging-rules';
import { TagsHttpModule } from '#http/tags';
import { TasksHttpModule } from '#http/tasks';

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
  ],
  providers: requestGuards,
})
export class WebModule {}
