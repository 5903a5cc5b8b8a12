import { recording } from '../messages/interview/recording.ts'
import styles from './audio-player.module.css'

/** Plays a recording by the browser's own controls. */
export function AudioPlayer({ url, name }: { readonly url: string; readonly name: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of an interview has none
    <audio
      className={styles.player}
      src={url}
      controls
      preload="metadata"
      aria-label={recording.player(name)}
    />
  )
}
