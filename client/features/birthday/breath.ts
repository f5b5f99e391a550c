/** The loudness of a blow into the microphone: the root mean square of samples from −1 to 1. Speech at arm's length is quieter. */
const loudness = 0.12;
/** How long a blow must last to reach a candle, in milliseconds. A clap is shorter. */
const blowTime = 180;

function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** Prepares to measure a stream. Releases it if the device cannot. */
function measured(stream: MediaStream, release: () => void) {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    return { context, analyser };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Asks for the microphone and calls `onBreath` for each blow, repeatedly while it lasts. Sound is measured here and stored
 * nowhere. Releases the microphone when the signal aborts.
 * @throws DOMException when the owner or the device refuses the microphone.
 */
export async function listenForBreath(onBreath: () => void, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // Browsers filter noise out of calls. Breath is such noise.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', release);
  if (signal.aborted) {
    release();
    return;
  }
  const { context, analyser } = measured(stream, release);
  const samples = new Float32Array(analyser.fftSize);
  let loudSince: number | null = null;

  function listen(now: number) {
    if (signal.aborted) return;
    analyser.getFloatTimeDomainData(samples);
    if (loudnessOf(samples) < loudness) loudSince = null;
    else {
      loudSince ??= now;
      if (now - loudSince >= blowTime) {
        loudSince = now;
        onBreath();
      }
    }
    requestAnimationFrame(listen);
  }

  signal.addEventListener('abort', () => void context.close());
  requestAnimationFrame(listen);
}
