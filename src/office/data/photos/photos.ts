/** A photo, with the question that it answers. */
export interface Photo {
  readonly id: string
  readonly name: string
  readonly label: string
}

/** Whether the files of a field are pictures. */
export const isPhotoType = (type: string): boolean =>
  type === 'IMAGE' || type === 'SIGNATURE' || type === 'SKETCH'

/** Whether a file is a picture that a browser shows, by its name. */
export const isPicture = (name: string): boolean => /\.(avif|gif|jpe?g|png|webp)$/i.test(name)
