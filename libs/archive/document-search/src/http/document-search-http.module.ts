import { Module } from '@nestjs/common';
import { DocumentSearchModule } from '#archive/document-search';
import { FacetsController } from './facets.controller.js';
import { SuggestionsController } from './suggestions.controller.js';

@Module({ imports: [DocumentSearchModule], controllers: [FacetsController, SuggestionsController] })
export class DocumentSearchHttpModule {}
