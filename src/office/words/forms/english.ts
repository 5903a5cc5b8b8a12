/** The words of the forms. */
export const forms = {
  title: 'Forms',
  form: 'Form',
  state: 'State',
  versions: 'Versions',
  assigned: 'Surveyors',
  submissions: 'Submissions',
  lastReceived: 'Last received',
  updated: 'Changed',
  none: 'There are no forms yet',
  published: 'Published',
  draft: 'Unpublished',
  removed: 'Removed',
}
