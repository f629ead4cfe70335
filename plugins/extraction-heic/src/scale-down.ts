/** Pixels in rows of `stride` bytes; the fourth channel is how much of a pixel is seen. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  stride: number;
  channels: 3 | 4;
}

export interface Size {
  width: number;
  height: number;
}

/** The size that fits, with the proportions of the picture; never larger than it. */
export function fittingSize({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;
const WHITE = 255;

/** The picture in gray, on white. Each new pixel is the mean of those it replaces. */
export function scaleToGray(pixels: Pixels, size: Size): Uint8Array {
  const gray = new Uint8Array(size.width * size.height);
  eachMean(pixels, size, (at, red, green, blue) => {
    gray[at] = Math.round(red * RED + green * GREEN + blue * BLUE);
  });
  return gray;
}

/** The picture in colour, on white. */
export function scaleToColour(pixels: Pixels, size: Size): Uint8Array {
  const colours = new Uint8Array(size.width * size.height * 3);
  eachMean(pixels, size, (at, red, green, blue) => {
    colours[at * 3] = Math.round(red);
    colours[at * 3 + 1] = Math.round(green);
    colours[at * 3 + 2] = Math.round(blue);
  });
  return colours;
}

function eachMean(
  { data, width, height, stride, channels }: Pixels,
  size: Size,
  take: (at: number, red: number, green: number, blue: number) => void,
): void {
  const columns = bounds(width, size.width);
  const rows = bounds(height, size.height);
  for (let y = 0; y < size.height; y++) {
    const [top = 0, bottom = 0] = [rows[y], rows[y + 1]];
    for (let x = 0; x < size.width; x++) {
      const [left = 0, right = 0] = [columns[x], columns[x + 1]];
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          const from = row * stride + column * channels;
          const seen = channels === 4 ? (data[from + 3] ?? 0) / 255 : 1;
          const paper = (1 - seen) * WHITE;
          red += (data[from] ?? 0) * seen + paper;
          green += (data[from + 1] ?? 0) * seen + paper;
          blue += (data[from + 2] ?? 0) * seen + paper;
        }
      }
      const count = (bottom - top) * (right - left);
      take(y * size.width + x, red / count, green / count, blue / count);
    }
  }
}

/** Where each new pixel begins, and where the last one ends. */
function bounds(from: number, to: number): number[] {
  return Array.from({ length: to + 1 }, (_, at) => Math.floor((at * from) / to));
}
