import { Module } from '@nestjs/common';
import { FindingModule } from '#archive/finding';
import { RequestsModule } from '#ground/requests';
import { DocumentViewsController } from './document-views.controller.js';
import { FacetsController } from './facets.controller.js';
import { SuggestionsController } from './suggestions.controller.js';

@Module({
  imports: [FindingModule, RequestsModule],
  controllers: [FacetsController, SuggestionsController, DocumentViewsController],
})
export class FindingHttpModule {}
