import type * as english from '../../app/common.ts'

export const common: typeof english.common = {
  back: 'رجوع',
  close: 'إغلاق',
  loading: 'جارٍ التحميل',
  required: 'مطلوب',
  tryAgain: 'إعادة المحاولة',
  goBack: 'رجوع',
  viewAll: 'عرض الكل',
  notifications: 'الإشعارات',
  unexpected: 'حدث خطأ غير متوقع.',
  pendingSync: 'بانتظار المزامنة',
  synced: 'تمت المزامنة',
  untitledForm: 'نموذج بلا عنوان',
  comma: '، ',
  clearSearch: 'مسح البحث',
  more: 'المزيد',
}

export const confirmWords: typeof english.confirmWords = {
  cancel: 'إلغاء',
  labels: {
    default: 'تأكيد',
    destructive: 'نعم، حذف',
    danger: 'تأكيد',
    logout: 'نعم، تسجيل الخروج',
    sync: 'تأكيد',
  },
}

export const promiseWords: typeof english.promiseWords = {
  pending: 'جارٍ التنفيذ...',
  success: 'تم بنجاح!',
  error: 'حدث خطأ ما.',
}
