import { expect, test } from 'vitest'
import { invalidResponse, noAnswer } from '../../replication/http/failure.ts'
import { dashboard } from '../../src/messages/start/dashboard.ts'
import { shell } from '../../src/messages/app/app.ts'
import { sessions, failureText } from '../../src/messages/app/failure.ts'
import { syncedNotices } from '../../src/messages/background-sync.ts'
import { common, promiseWords } from '../../src/messages/app/common.ts'
import { files as fillFiles, fill, problems } from '../../src/messages/interview/fill.ts'
import { help } from '../../src/messages/help/info.ts'
import { changePassword, profile } from '../../src/messages/account/profile.ts'
import { projects } from '../../src/messages/start/projects.ts'
import { confirmations, settings } from '../../src/messages/account/settings.ts'
import { submission } from '../../src/messages/submissions/submission.ts'
import {
  deletedHereText,
  deletedText,
  deletion,
} from '../../src/messages/submissions/submissions.ts'
import { recoveryReason } from '../../src/messages/submissions/recovery.ts'
import { progressWords, recoveredText, syncToasts } from '../../src/messages/device/sync.ts'
import { summaryNotices } from '../../src/messages/device/sync-notices.ts'

/**
 * The texts of the spec's rules and errors, character by character: the number, the spec's text, and the app's
 * text.
 */

type Row = readonly [id: string, spec: string, app: string]

const rules: readonly Row[] = [
  ['4.16', 'Everything is already up to date.', syncToasts.upToDate],
  ['5.7', 'New passwords do not match.', changePassword.mismatch],
  ['5.7', 'New password must be at least 8 characters long.', changePassword.short(8)],
  ['5.8', 'User account is inactive', profile.inactive],
  ['5.10', 'This field is required.', problems.required],
  ['5.11', 'Please fill all required fields.', fill.requiredMissing],
  ['5.12', 'Cannot submit an empty form.', fill.emptyForm],
  ['5.13', 'Please enter a valid email address.', problems.email],
  ['5.14', 'Phone number must be 7 to 15 digits.', problems.phone],
  ['5.17', 'File "a.jpg" exceeds 5MB limit.', fillFiles.tooLarge('a.jpg', '5MB')],
  ['5.20', 'No changes detected', profile.unchanged],
  ['8.4', 'An unexpected error occurred.', common.unexpected],
  ['8.5', 'Network Error', failureText(noAnswer('network'))],
  ['8.7', 'Processing...', promiseWords.pending],
  ['8.7', 'Success!', promiseWords.success],
  ['8.7', 'Something went wrong.', promiseWords.error],
  ['8.16', 'Submission removed - project is now draft', recoveredText({ reason: 'draft' })],
  ['8.16', 'Submission removed - project deleted', recoveredText({ reason: 'deleted' })],
  ['8.16', 'Please login again', sessions.over],
  ['8.16', 'Please login again', syncToasts.loginAgain],
  ['8.16', 'Submission could not be synced', recoveredText({ reason: 'refused' })],
  ['8.17', '3 submissions removed due to errors', syncToasts.removed(3)],
  ['8.17', '3 items will be retried', syncToasts.retried(3)],
  ['8.18', 'Sync started', syncToasts.started],
  ['8.18', 'All data synced successfully', syncToasts.allSynced],
  ['8.19', 'Syncing submission 3 of 12', progressWords.submission(3, 12)],
  ['8.19', 'Syncing files 1 of 2', progressWords.files(1, 2)],
  ['8.20', 'You are offline. Cannot sync.', syncToasts.offline],
  ['8.20', 'Sync failed', syncToasts.failed],
  ['8.20', 'Offline', shell.quality('offline')],
  ['8.20', 'Sync already in progress or offline', syncToasts.busy],
  ['8.20', 'Item not found', syncToasts.itemNotFound],
  ['8.20', 'Failed to sync 2 fields', syncToasts.fieldsFailed(2)],
  ['8.20', 'Upload failed for 2 fields', syncToasts.uploadFailed(2)],
  ['8.21', '3 submissions synced successfully', syncedNotices.en.body(3)],
  ['8.23', 'Failed to fetch stats.', dashboard.statsFailed],
  ['8.24', 'You are offline and no stats are saved.', dashboard.statsOffline],
  ['8.25', 'You are offline and no forms are saved locally.', projects.offline],
  ['8.26', 'Failed to load form.', fill.loadFailed],
  ['8.27', 'Form not available offline.', fill.notOffline],
  ['8.28', 'Offline: Form with ID 7 not found.', fill.notFoundOffline('7')],
  ['8.29', 'Submission 7 not found locally.', submission.notFoundLocally('7')],
  ['8.30', 'User data not available offline.', profile.notOffline],
  ['8.31', 'You are offline and profile data is not saved locally.', profile.notSaved],
  ['8.32', 'Submission data is invalid.', submission.invalid],
  ['8.32', 'Form structure could not be loaded.', submission.noStructure],
  ['8.32', 'Failed to load submission data.', submission.failed],
  ['8.34', 'Failed to save submission locally.', fill.saveFailed],
  ['8.35', 'Online submission failed. Saving offline.', fill.onlineFailed],
  ['8.36', 'Survey saved offline!', fill.savedOffline],
  ['8.37', 'Survey submitted successfully!', fill.submitted],
  ['8.38', 'Invalid server response', invalidResponse],
  ['8.40', 'Deleting submission...', deletion.pending],
  ['8.40', 'Submission deleted!', deletedHereText('local')],
  ['8.40', 'Failed to delete submission.', deletion.failed],
  ['8.40', 'Submission successfully deleted.', deletedHereText('deleted')],
  ['8.41', 'Local submission deleted.', deletedText('local')],
  ['8.41', 'Submission deleted.', deletedText('deleted')],
  ['8.41', 'Submission marked for deletion.', deletedText('marked')],
  ['8.43', 'Failed to update auto sync setting', settings.autoSyncFailed],
  ['8.44', 'Clearing data...', settings.clearing],
  ['8.44', 'Local data cleared!', settings.cleared],
  ['8.44', 'Failed to clear data.', settings.clearFailed],
  ['8.45', 'Updating profile...', profile.updating],
  ['8.45', 'Profile updated successfully!', profile.updated],
  ['8.45', 'Failed to update profile.', profile.failed],
  ['8.46', 'Updating password...', changePassword.updating],
  ['8.46', 'Password updated successfully!', changePassword.updated],
  ['8.46', 'Failed to update password.', changePassword.failed],
  ['8.47', 'No pending items for this survey to sync.', syncToasts.nothingOfSurvey],
  ['8.47', 'Everything is up to date.', syncToasts.everythingUpToDate],
  ['8.47', 'Selected surveys have no pending items to sync.', syncToasts.nothingSelected],
  ['8.50', 'The file given is not an instance of Blob or File', fillFiles.notABlob],
  ['8.50', 'The file given is not an image', fillFiles.notAnImage],
  ['8.52', 'Delete Submission', deletion.title],
  [
    '8.52',
    'Are you sure you want to delete this submission? This action cannot be undone.',
    deletion.message,
  ],
  ['8.53', 'Clear Local Data?', confirmations.clear.title],
  [
    '8.53',
    'This will remove all offline data. This action cannot be undone.',
    confirmations.clear.message,
  ],
  ['8.54', 'All offline and unsynced data will be permanently lost.', confirmations.logout.message],
  ['8.55', 'Enable Auto Sync', confirmations.enableAutoSync.title],
  ['8.55', 'Disable Auto Sync', confirmations.disableAutoSync.title],
]

test('5.19: files without a submission', () => {
  const entry = { reason: 'orphan', kind: 'files', submission_id: 'temp_1' } as const
  expect(recoveryReason(entry)).toBe('Cannot upload files with temporary submission ID')
})

test.each(rules)('%s: %s', (_, spec, app) => {
  expect(app).toBe(spec)
})

test("8.21: the notification's title is the product's name and the event", () => {
  expect(syncedNotices.en.title).toContain('Transect')
  expect(syncedNotices.en.title).toContain('Data Synced')
})

test('2.help-and-support.4: answers within 24 hours, at any hour', () => {
  expect(help.emailText).toContain('within 24 hours')
  expect(help.available).toContain('24/7')
})

test('8.4: the server’s message comes before the call’s own, and that before the general one', () => {
  const failure = { kind: 'temporary', why: 'server', status: 500, body: {} } as const
  expect(failureText({ ...failure, message: 'Busy.' }, 'Failed.')).toBe('Busy.')
  expect(failureText({ ...failure, message: '' }, 'Failed.')).toBe('Failed.')
  expect(failureText({ ...failure, message: '' })).toBe('An unexpected error occurred.')
})

test('8.17, 8.20: the summary of a run counts what it removed, and what it will try again', () => {
  const files = { type: 'FILE_UPLOAD' } as never
  const interview = { type: 'SUBMISSION' } as never
  const summary = { synced: 1, sent: [], recovered: [interview, files], retried: 4, stopped: null }
  const left = { arrived: 1, waiting: 4, failedFields: 2 }
  expect(summaryNotices(summary, left).map(({ text }) => text)).toEqual([
    '1 submissions removed due to errors',
    'Upload failed for 1 fields',
    'Failed to sync 2 fields',
    '4 items will be retried',
    '1 sent, 4 waiting',
  ])
})
