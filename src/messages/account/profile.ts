import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Edit profile, the picture's editor, change password (2.profile, 5.7, 5.20, 8.45, 8.46). */
export const profile = translatable('profile.profile', {
  title: 'Edit Profile',
  picture: 'Profile picture',
  changePicture: 'Change picture',
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone Number',
  dialCode: 'Country dial code',
  countryAndCode: (country: string, code: string) => `${country} (${code})`,
  email: 'Email',
  region: 'Region',
  readOnly: 'Your administrator can change this.',
  save: 'Save Changes',
  saving: 'Saving...',
  changePassword: 'Change Password',
  nameRequired: 'First name is required.',
  namesHint: 'Letters and spaces only.',
  phoneInvalid: 'Phone number must be 7 to 15 digits.',
  offlineHint: 'You are offline. What you save is kept on this device and sent with the next sync.',
  pending: 'Your last changes have not been sent yet. They are sent with the next sync.',
  savedOffline: 'Profile saved offline! It is sent with the next sync.',
  sending: 'Profile saved on this device. It is still being sent.',
  unsent: (reason: string) =>
    `${reason} Your changes are kept on this device and sent with the next sync.`,
  inRecovery: 'Your changes are kept in Recovery.',
  /** 5.20 */
  unchanged: 'No changes detected',
  /** 5.8 */
  inactive: 'User account is inactive',
  /** 8.45 */
  updating: 'Updating profile...',
  updated: 'Profile updated successfully!',
  failed: 'Failed to update profile.',
  /** 8.30, 8.31 */
  notOffline: 'User data not available offline.',
  notSaved: 'You are offline and profile data is not saved locally.',
})

export const pictureEditor = translatable('profile.pictureEditor', {
  title: 'Edit Profile Picture',
  area: 'Cut-out: the arrow keys move the picture',
  zoom: 'Zoom',
  rotate: 'Rotate',
  zoomText: (zoom: number) => `${zoom.toFixed(2)} times`,
  rotateText: (degrees: number) => counted(degrees, 'degree', 'degrees'),
  cancel: 'Cancel',
  save: 'Save Changes',
  failed: 'This picture could not be read. Choose another one.',
  notHere:
    'What editing a picture needs could not be loaded. Save your other changes, then reload the app with a network.',
  /** 5.17 */
  tooLarge: (name: string) => `File "${name}" exceeds 5MB limit.`,
  /** 8.50 */
  notImage: 'The file given is not an image',
})

export const changePassword = translatable('profile.changePassword', {
  title: 'Change Password',
  oldPassword: 'Current Password',
  newPassword: 'New Password',
  confirm: 'Confirm New Password',
  submit: 'Update Password',
  busy: 'Updating...',
  show: 'Show password',
  hide: 'Hide password',
  hint: (length: number) => `At least ${length} characters.`,
  offlineHint: 'Connect to the internet to change your password.',
  oldRequired: 'Enter your current password.',
  /** 5.7 */
  mismatch: 'New passwords do not match.',
  short: (length: number) => `New password must be at least ${length} characters long.`,
  /** 8.46 */
  updating: 'Updating password...',
  updated: 'Password updated successfully!',
  failed: 'Failed to update password.',
})
