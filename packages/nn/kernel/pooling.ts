// The network's end: each channel's average over the image, and its gradient.

/** out[channel] = the mean over one bordered image, given by its first inner pixel. */
export function average(image: usize, pitch: i32, height: i32, width: i32, channels: i32, out: usize): void {
  const step = (<usize>channels) << 2;
  const share = f32x4.splat(<f32>1.0 / <f32>(height * width));
  for (let c: usize = 0; c < step; c += 16) {
    let sum = f32x4.splat(0);
    for (let y = 0; y < height; y++) {
      let at = image + <usize>(y * pitch) * step + c;
      for (let x = 0; x < width; x++, at += step) sum = f32x4.add(sum, v128.load(at));
    }
    v128.store(out + c, f32x4.mul(sum, share));
  }
}

/** gradient[pixel][channel] = down[channel] / pixels. */
export function spread(down: usize, pixels: i32, channels: i32, gradient: usize): void {
  const step = (<usize>channels) << 2;
  const share = f32x4.splat(<f32>1.0 / <f32>pixels);
  for (let p = 0; p < pixels; p++, gradient += step) {
    for (let c: usize = 0; c < step; c += 16) v128.store(gradient + c, f32x4.mul(v128.load(down + c), share));
  }
}
