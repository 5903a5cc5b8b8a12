import { expect, test } from 'vitest'
import { activity, dashboard, start } from '../../src/messages/start/dashboard.ts'
import { inactive, leaving, shell } from '../../src/messages/app/app.ts'
import { boundary } from '../../src/messages/app/failure.ts'
import * as auth from '../../src/messages/account/auth.ts'
import * as passwords from '../../src/messages/account/passwords.ts'
import { common, confirmWords } from '../../src/messages/app/common.ts'
import { fill } from '../../src/messages/interview/fill.ts'
import { about, help } from '../../src/messages/help/info.ts'
import { install, update, updated } from '../../src/messages/app/installed.ts'
import { pictureEditor } from '../../src/messages/account/profile.ts'
import { projects } from '../../src/messages/start/projects.ts'
import { titles } from '../../src/messages/app/routes.ts'
import { settings } from '../../src/messages/account/settings.ts'
import { files, submission } from '../../src/messages/submissions/submission.ts'
import { submissions } from '../../src/messages/submissions/submissions.ts'
import { sync } from '../../src/messages/device/sync.ts'

/** The spec's texts, character by character: the number, the spec's text, and the app's text. */

type Row = readonly [id: string, spec: string, app: string]

const frame: readonly Row[] = [
  ['1.6', 'Transect | Field Data Collection Platform', titles.unnamed],
  ['1.6', 'Transect | Login', titles.login],
  ['2.shell.1', 'You are offline. You can continue the form filling.', shell.offlineBanner],
  ['2.shell.2', 'User', shell.unnamed],
  ['2.shell.2', 'My Profile', shell.myProfile],
  ['2.shell.2', 'Change Password', shell.changePassword],
  ['2.shell.3', 'Dashboard', shell.dashboard],
  ['2.shell.3', 'Projects', shell.projects],
  ['2.shell.3', 'Sync', shell.sync],
  ['2.shell.3', 'Settings', shell.settings],
  ['2.shell.4', 'Discard Changes?', leaving.title],
  [
    '2.shell.4',
    'You have unsaved changes. Are you sure you want to leave this page?',
    leaving.message,
  ],
  ['2.dialogs.1', 'Yes, Delete', confirmWords.labels.destructive],
  ['2.dialogs.1', 'Yes, Logout', confirmWords.labels.logout],
  ['2.dialogs.1', 'Confirm', confirmWords.labels.default],
  ['2.dialogs.1', 'Cancel', confirmWords.cancel],
  ['2.dialogs.2', 'Account Inactive', inactive.title],
  [
    '2.dialogs.2',
    'Your account is currently inactive. Please contact your administrator for assistance.',
    inactive.message,
  ],
  ['2.dialogs.2', 'Okay', inactive.okay],
  ['2.dialogs.3', 'Something went wrong', boundary.title],
  ['2.dialogs.3', 'Go to Dashboard', boundary.dashboard],
  ['2.dialogs.3', 'Try Again', boundary.tryAgain],
  ['2.dialogs.3', 'Refresh Page', boundary.refresh],
  ['2.splash-install-and-update.3', 'App Update Available', update.title],
  ['2.splash-install-and-update.3', 'Update Now', update.now],
  ['2.splash-install-and-update.3', 'Later', update.later],
  ['4.35', 'App updated to v1.0.8! Cache cleared automatically.', updated.toast('1.0.8')],
  ['4.35', 'App Updated!', updated.title],
  ['4.35', 'Continue', updated.resume],
  ['4.35', 'Refresh Now', updated.refresh],
  ['4.30', 'Install Transect', install.title],
  [
    '8.49',
    'App updated but cache clear failed. Please refresh manually if you face issues.',
    updated.notCleared,
  ],
]

const around: readonly Row[] = [
  ['2.login.1', 'Login to continue', auth.login.subtitle],
  ['2.login.2', 'Remember me', auth.login.rememberMe],
  ['2.login.2', 'Forgot Password?', auth.login.forgot],
  ['2.login.2', 'Log In', auth.login.submit],
  ['2.login.2', 'Signing in...', auth.login.busy],
  ['2.forgot-password.1', 'Send Reset Link', passwords.forgotPassword.submit],
  ['2.forgot-password.1', 'Sending...', passwords.forgotPassword.busy],
  ['2.forgot-password.1', 'Back to Log in', passwords.forgotPassword.back],
  ['2.reset-password.2', 'Request New Link', passwords.resetPassword.requestNew],
  ['2.reset-password.3', 'New Password', passwords.resetPassword.newPassword],
  ['2.reset-password.3', 'Confirm New Password', passwords.resetPassword.confirm],
  ['2.reset-password.3', 'Reset Password', passwords.resetPassword.submit],
  ['2.reset-password.3', 'Resetting...', passwords.resetPassword.busy],
  ['2.reset-password.4', 'Password Reset Successful', passwords.resetPassword.doneTitle],
  [
    '2.reset-password.4',
    'You can now log in with your new password.',
    passwords.resetPassword.doneMessage,
  ],
  ['2.reset-password.4', 'Back to Login', passwords.resetPassword.backToLogin],
  ['2.set-password-first-login.1', 'Set Your Password', passwords.setPassword.title],
  ['2.set-password-first-login.1', 'Password', passwords.setPassword.password],
  ['2.set-password-first-login.1', 'Confirm Password', passwords.setPassword.confirm],
  ['2.set-password-first-login.1', 'Set Password', passwords.setPassword.submit],
  ['2.set-password-first-login.1', 'Setting Password...', passwords.setPassword.busy],
  [
    '2.set-password-first-login.2',
    'Password set successfully! Welcome.',
    passwords.setPassword.done,
  ],
  ['5.3', 'Invalid login response from server.', auth.login.invalidResponse],
  ['5.4', 'Your account is inactive. Please contact your administrator.', auth.login.inactive],
  ['5.5', 'Email is required', passwords.forgotPassword.required],
  ['5.5', 'Please enter a valid email address', passwords.forgotPassword.invalid],
  ['5.6', 'Passwords do not match.', passwords.passwords.mismatch],
  ['5.6', 'Password must be at least 8 characters long.', passwords.passwords.short(8)],
  ['5.6', 'Invalid token.', passwords.resetPassword.emptyToken],
  ['5.6', 'Authentication token not found.', passwords.setPassword.noToken],
  ['8.9', 'Login failed. Please try again.', auth.login.failed],
  ['8.10', 'Failed to send reset link', passwords.forgotPassword.failed],
  ['8.11', 'Invalid or missing token', passwords.resetPassword.missing],
  ['8.11', 'Invalid reset token', passwords.resetPassword.invalid],
  ['8.12', 'Unable to reset password', passwords.resetPassword.failed],
  ['8.13', 'Unable to set password', passwords.setPassword.failed],
]

const screens: readonly Row[] = [
  ['2.about.1', 'Built for Scale', about.scaleTitle],
  ...['Data Collection', 'Mobile Optimized', 'Offline Capability', 'Advanced Analytics'].map(
    (title, at): Row => ['2.about.1', title, about.capabilities[at]?.title ?? ''],
  ),
  ...['2.5K+', '180+', '99.2%', '85+'].map((value, at): Row => [
    '2.about.1',
    value,
    about.figures[at]?.value ?? '',
  ]),
  ['2.help-and-support.1', '8 articles found', help.found(8)],
  ['2.help-and-support.3', 'Video Tutorials', help.videos],
  ['2.help-and-support.3', 'User Guide', help.guide],
  ['2.help-and-support.3', 'Live Chat', help.chat],
  ['2.help-and-support.3', 'Feature Request', help.feature],
  ['2.help-and-support.3', 'Documentation', help.documentation],
  ['2.help-and-support.3', 'Start Live Chat', help.startChat],
  ['2.help-and-support.3', 'Schedule a Call', help.schedule],
  ['2.dashboard.1', 'Assigned Projects', dashboard.assigned],
  ['2.dashboard.1', 'Total Submissions', dashboard.total],
  ['2.dashboard.1', 'Sync Status', dashboard.syncStatus],
  ['2.dashboard.1', 'Storage Used', dashboard.storage],
  ['2.dashboard.2', 'This Week', activity.thisWeek],
  ['2.dashboard.2', 'Last Week', activity.lastWeek],
  ['2.dashboard.2', 'This Month', activity.thisMonth],
  ['2.dashboard.2', 'Last Month', activity.lastMonth],
  ['2.dashboard.4', 'Start a New Survey', start.title],
  ['2.dashboard.4', 'Start Now', start.submit],
  ['2.dashboard.5', 'No Data Found', dashboard.noData],
  ['2.dashboard.5', 'No Activity', dashboard.noActivity],
  ['2.dashboard.5', 'No Recent Submissions', dashboard.noRecent],
  ['2.projects.1', 'Completed Surveys', projects.completed],
  ['2.projects.1', 'All Surveys', projects.all],
  ['2.projects.1', 'Surveys to Sync', projects.toSync],
  ['2.projects.1', 'Sync Now', projects.syncNow],
  ['2.projects.1', 'View All', common.viewAll],
  ['2.projects.3', 'Start Now', projects.startNow],
  ['2.projects.3', 'Unpublished', projects.unpublished],
  ['2.projects.4', 'No Surveys Available', projects.none],
  ['2.completed-surveys-and-all-surveys.1', 'No Completed Surveys', projects.noneCompleted],
  [
    '2.completed-surveys-and-all-surveys.1',
    'Surveys that have been completed will appear here.',
    projects.noneCompletedMessage,
  ],
  [
    '2.completed-surveys-and-all-surveys.2',
    'New surveys assigned to you will appear here.',
    projects.noneMessage,
  ],
  ['3.17', 'Untitled Form', common.untitledForm],
  ['2.survey-data-list.1', 'All Submissions', submissions.all],
  ['2.survey-data-list.2', 'Pending Sync', common.pendingSync],
  ['2.survey-data-list.2', 'Synced', common.synced],
  ['2.survey-data-list.2', 'View', submissions.view],
  ['2.survey-data-list.2', 'Delete', submissions.delete],
  ['2.survey-data-list.3', 'Connect to internet to view', submissions.viewOffline],
  ['2.survey-data-list.5', 'No Pending Submissions', submissions.nonePending],
  [
    '2.survey-data-list.5',
    'All submissions for this survey are synced.',
    submissions.nonePendingMessage,
  ],
  ['2.survey-data-list.5', 'No Submissions Yet', submissions.none],
  [
    '2.survey-data-list.5',
    'Submissions for this project will appear here.',
    submissions.noneMessage,
  ],
  ['2.submission-detail.2', 'Not provided', submission.notProvided],
  ['2.submission-detail.3', '+3 more', files.more(3)],
  ['2.submission-detail.3', '7 files • Click to view all', files.viewAll(7)],
  ['2.submission-detail.3', 'Open File', files.open],
  ['2.submission-detail.4', 'Deleting...', submission.deleting],
  ['2.submission-detail.5', 'Cannot View Submission', submission.cannotView],
  ['2.submission-detail.5', 'Submission Not Found', submission.notFound],
  [
    '2.submission-detail.5',
    'This submission may have been deleted or the form is not available offline.',
    submission.notFoundMessage,
  ],
  ['2.sync-status.1', 'Sync Now', sync.syncNow],
  ['2.sync-status.1', 'View Lists', sync.viewLists],
  ['2.sync-status.2', 'Sync All', sync.syncAll],
  ['2.sync-status.2', 'Sync Selected', sync.syncSelected],
  ['2.settings.2', 'Last Synced', settings.lastSynced],
  ['2.settings.2', 'Never', settings.never],
  ['2.settings.2', 'Auto Sync', settings.autoSync],
  ['2.settings.3', 'Clear Local Data', settings.clear],
  ['2.help-and-support.2', 'Storage & Data', settings.storageTitle],
  ['2.settings.3', 'Help & Support', settings.help],
  ['2.settings.3', 'Version', settings.version],
  ['2.settings.3', 'About the App', settings.about],
  ['2.settings.3', 'Logout', settings.logout],
  ['2.profile.2', 'Edit Profile Picture', pictureEditor.title],
  ['2.profile.2', 'Zoom', pictureEditor.zoom],
  ['2.profile.2', 'Rotate', pictureEditor.rotate],
  ['2.profile.2', 'Cancel', pictureEditor.cancel],
  ['2.profile.2', 'Save Changes', pictureEditor.save],
  ['2.survey-fill.2', 'Submit & Close', fill.submitClose],
  ['2.survey-fill.2', 'Submit & New', fill.submitNew],
  ['2.survey-fill.2', 'Submitting...', fill.submitting],
  ['2.survey-fill.2', 'Saved!', fill.saved],
  ['2.survey-fill.4', 'Survey Not Available', fill.unavailableTitle],
  ['2.survey-fill.5', 'No Questions Available', fill.emptyTitle],
]

test.each([...frame, ...around, ...screens])('%s: %s', (_, spec, app) => {
  expect(app).toBe(spec)
})
