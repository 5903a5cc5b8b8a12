import { translatable } from '../catalogue.ts'

/** Words that several screens share. */
export const common = translatable('common.common', {
  back: 'Back',
  close: 'Close',
  loading: 'Loading',
  required: 'required',
  tryAgain: 'Try Again',
  goBack: 'Go Back',
  viewAll: 'View All',
  notifications: 'Notifications',
  /** 8.4 */
  unexpected: 'An unexpected error occurred.',
  /** 9.35 */
  pendingSync: 'Pending Sync',
  synced: 'Synced',
  untitledForm: 'Untitled Form',
  /** Separates the items of a list in one line. */
  comma: ', ',
  clearSearch: 'Clear search',
  /** Shows the rest of what is in front of it. */
  more: 'More',
})

/** The buttons of every confirmation (2.dialogs.1). */
export const confirmWords = translatable('common.confirmWords', {
  cancel: 'Cancel',
  labels: {
    default: 'Confirm',
    destructive: 'Yes, Delete',
    danger: 'Confirm',
    logout: 'Yes, Logout',
    sync: 'Confirm',
  },
})

/** 8.7 */
export const promiseWords = translatable('common.promiseWords', {
  pending: 'Processing...',
  success: 'Success!',
  error: 'Something went wrong.',
})
