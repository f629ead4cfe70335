import { EditDocumentPages, EditPages, type EditPagesData } from '#archive/documents';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(EditPages)
export class EditPagesHandler implements JobHandler<EditPagesData> {
  constructor(private readonly editing: EditDocumentPages) {}

  handle({ data, signal }: Job<EditPagesData>): Promise<void> {
    return this.editing.execute(data, signal);
  }
}
