/*
 * The only door to lucide-react: the app's icons, named after their meaning. One import per icon, so that a screen
 * loads only the icons it shows. Icons are hidden from screen readers, because they are always next to words or inside
 * a control with a label.
 */
import type { ComponentType, SVGProps } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ExternalLink from 'lucide-react/icons/external-link'
import LogOut from 'lucide-react/icons/log-out'

/** The type of an icon that is passed as a component. */
type IconComponent = ComponentType<SVGProps<SVGSVGElement>>

/* Mirrors an icon in pages from right to left, for icons that point in reading direction. */
function flips(Icon: IconComponent): IconComponent {
  return function FlippingIcon({ className, ...rest }) {
    return <Icon {...rest} className={className ? `flips ${className}` : 'flips'} />
  }
}

/** Icons that are mirrored in a page from right to left. */
export const BackIcon = flips(ArrowLeft)
export const PreviousIcon = flips(ChevronLeft)
export const NextIcon = flips(ChevronRight)
export const OpenOutsideIcon = flips(ExternalLink)
export const LogoutIcon = flips(LogOut)

export { default as AddIcon } from 'lucide-react/icons/plus'
export { default as LessIcon } from 'lucide-react/icons/minus'
export { default as AddToHomeIcon } from 'lucide-react/icons/square-plus'
export { default as AttachIcon } from 'lucide-react/icons/paperclip'
export { default as CallIcon } from 'lucide-react/icons/phone'
export { default as CameraIcon } from 'lucide-react/icons/camera'
export { default as CaseIcon } from 'lucide-react/icons/notebook-tabs'
export { default as ChartIcon } from 'lucide-react/icons/chart-column'
export { default as ChatIcon } from 'lucide-react/icons/message-circle'
export { default as CheckIcon } from 'lucide-react/icons/check'
export { default as ClockIcon } from 'lucide-react/icons/clock'
export { default as CloseIcon } from 'lucide-react/icons/x'
export { default as CompletedIcon } from 'lucide-react/icons/clipboard-check'
export { default as DashboardIcon } from 'lucide-react/icons/layout-dashboard'
export { default as DatabaseIcon } from 'lucide-react/icons/database'
export { default as DeleteIcon } from 'lucide-react/icons/trash-2'
export { default as BinIcon } from 'lucide-react/icons/archive-x'
export { default as DeviceIcon } from 'lucide-react/icons/smartphone'
export { default as DownloadIcon } from 'lucide-react/icons/download'
export { default as CopyIcon } from 'lucide-react/icons/copy'
export { default as EditIcon } from 'lucide-react/icons/pencil'
export { default as EmailIcon } from 'lucide-react/icons/mail'
export { default as EmptyIcon } from 'lucide-react/icons/inbox'
export { default as ErrorIcon } from 'lucide-react/icons/circle-alert'
export { default as ExpandIcon } from 'lucide-react/icons/chevron-down'
export { default as FileIcon } from 'lucide-react/icons/file-text'
export { default as FormIcon } from 'lucide-react/icons/clipboard-list'
export { default as HelpIcon } from 'lucide-react/icons/life-buoy'
export { default as HistoryIcon } from 'lucide-react/icons/history'
export { default as IdeaIcon } from 'lucide-react/icons/lightbulb'
export { default as ScanIcon } from 'lucide-react/icons/scan-barcode'
export { default as MicrophoneIcon } from 'lucide-react/icons/mic'
export { default as StopIcon } from 'lucide-react/icons/square'
export { default as AudioIcon } from 'lucide-react/icons/audio-lines'
export { default as RaiseIcon } from 'lucide-react/icons/arrow-up'
export { default as LowerIcon } from 'lucide-react/icons/arrow-down'
export { default as ImageIcon } from 'lucide-react/icons/image'
export { default as InfoIcon } from 'lucide-react/icons/info'
export { default as KeyIcon } from 'lucide-react/icons/key-round'
export { default as LocationIcon } from 'lucide-react/icons/map-pin'
export { default as LockIcon } from 'lucide-react/icons/lock'
export { default as ManualIcon } from 'lucide-react/icons/book-open'
export { default as OfflineIcon } from 'lucide-react/icons/wifi-off'
export { default as OnlineIcon } from 'lucide-react/icons/wifi'
export { default as OnlineMediumIcon } from 'lucide-react/icons/wifi-high'
export { default as OnlineSlowIcon } from 'lucide-react/icons/wifi-low'
export { default as OnlineVerySlowIcon } from 'lucide-react/icons/wifi-zero'
export { default as PasswordHiddenIcon } from 'lucide-react/icons/eye-off'
export { default as PasswordShownIcon } from 'lucide-react/icons/eye'
export { default as PendingIcon } from 'lucide-react/icons/cloud-upload'
export { default as ProjectsIcon } from 'lucide-react/icons/folder-open'
export { default as QuestionIcon } from 'lucide-react/icons/circle-question-mark'
export { default as ReadyIcon } from 'lucide-react/icons/backpack'
export { default as RecoveryIcon } from 'lucide-react/icons/archive-restore'
export { default as NoticeIcon } from 'lucide-react/icons/bell'
export { default as RestoreIcon } from 'lucide-react/icons/undo-2'
export { default as SafeIcon } from 'lucide-react/icons/shield-check'
export { default as SaveIcon } from 'lucide-react/icons/save'
export { default as SearchIcon } from 'lucide-react/icons/search'
export { default as ServerDownIcon } from 'lucide-react/icons/server-off'
export { default as SettingsIcon } from 'lucide-react/icons/settings'
export { default as ShareIcon } from 'lucide-react/icons/share'
export { default as StarIcon } from 'lucide-react/icons/star'
export { default as StorageIcon } from 'lucide-react/icons/hard-drive'
export { default as SubmissionIcon } from 'lucide-react/icons/list-checks'
export { default as SuccessIcon } from 'lucide-react/icons/circle-check'
export { default as SyncIcon } from 'lucide-react/icons/refresh-cw'
export { default as SyncedIcon } from 'lucide-react/icons/cloud-check'
export { default as TargetIcon } from 'lucide-react/icons/target'
export { default as ThemeIcon } from 'lucide-react/icons/sun-moon'
export { default as UpdateIcon } from 'lucide-react/icons/circle-arrow-up'
export { default as UploadIcon } from 'lucide-react/icons/upload'
export { default as UserIcon } from 'lucide-react/icons/user'
export { default as VideoIcon } from 'lucide-react/icons/video'
export { default as WarningIcon } from 'lucide-react/icons/triangle-alert'
