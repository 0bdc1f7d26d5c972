// Keeps the screen on during play. Browsers lend their wake lock on secure addresses only. On plain
// HTTP a silent video does it: a stream that the page draws itself, because a stream may be as small as
// a pixel in Chromium and counts without sound in Firefox; Safari wants a sound track that is not
// muted, so there a silent one is heard after the first tap.

/** Until the returned function is called: `$effect(stayAwake)`. */
export function stayAwake(): () => void {
  return navigator.wakeLock ? holdWakeLock(navigator.wakeLock) : playSilentVideo();
}

function holdWakeLock(wakeLock: WakeLock): () => void {
  let lock: WakeLockSentinel | undefined;
  let wanted = true;
  const ask = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== 'visible') return;
    lock = await wakeLock.request('screen').catch(() => undefined);
    if (!wanted) void lock?.release();
  };
  // The browser drops the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}

const A_FRAME_EVERY = 1000; // ms: enough to count as a film, too little to warm a phone

function playSilentVideo(): () => void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext('2d');
  const video = document.createElement('video');
  video.className = 'awake';
  video.muted = video.playsInline = true;
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  video.srcObject = canvas.captureStream?.(1) ?? null;
  document.body.append(video);
  // A canvas that is not drawn on gives no frames, and a film without frames does not play.
  let dark = false;
  const draw = (): void => {
    dark = !dark;
    pen?.fillRect(dark ? 0 : 1, 0, 1, 1);
  };
  const drawing = setInterval(draw, A_FRAME_EVERY);
  const play = (): void => {
    draw();
    void video.play().catch(() => undefined); // not before the first tap, then
  };
  const tapped = (): void => {
    if ('GestureEvent' in window) addSilentSound(video);
    play();
  };
  document.addEventListener('pointerdown', tapped, { once: true });
  document.addEventListener('visibilitychange', play);
  play();
  return () => {
    clearInterval(drawing);
    document.removeEventListener('pointerdown', tapped);
    document.removeEventListener('visibilitychange', play);
    video.remove();
  };
}

/** For Safari, which keeps the screen on for films with sound only. */
function addSilentSound(video: HTMLVideoElement): void {
  const stream = video.srcObject;
  if (!(stream instanceof MediaStream)) return;
  const silence = new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];
  if (!silence) return;
  stream.addTrack(silence);
  video.muted = false;
}
