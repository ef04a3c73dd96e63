// The loop of the science channel: the night side of a planet from orbit, under stars. The globe is traced once: for
// each pixel its position on the sphere and its lighting. Each frame only looks up the pixels' colours in a map, which
// rotates. The map repeats three times around the globe, so that a third of a rotation is a whole loop.
import { createGrain, createRandom, drawGlow, lerp, loadPicture, smoothstep, verticalGradient, wave, withAlpha } from './drawing.mjs';

const mapWidth = 1536;
const mapHeight = 1024;
const globe = { x: 560, y: 1290, radius: 970 };
const sun = normalise([-0.9, 0.34, -0.34]);

function normalise(vector) {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

function createNoise(seed) {
  const random = createRandom(seed);
  const table = Float32Array.from({ length: 4096 }, () => random());
  const at = (x, y, z) => table[(x * 374_761 + y * 668_265 + z * 144_269) & 4095];
  const soft = (part) => part * part * part * (part * (part * 6 - 15) + 10);
  const noise = (x, y, z) => {
    const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [fx, fy, fz] = [soft(x - ix), soft(y - iy), soft(z - iz)];
    const plane = (depth) => lerp(lerp(at(ix, iy, depth), at(ix + 1, iy, depth), fx), lerp(at(ix, iy + 1, depth), at(ix + 1, iy + 1, depth), fx), fy);
    return lerp(plane(iz), plane(iz + 1), fz);
  };
  return (x, y, z, octaves) => {
    let [sum, size, total] = [0, 1, 0];
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += size * noise(x, y, z);
      total += size;
      size *= 0.52;
      [x, y, z] = [x * 2.03 + 17, y * 2.03 + 5, z * 2.03 + 11];
    }
    return sum / total;
  };
}

/** Makes the map of a third of the globe, with ground, clouds and city lights; its two ends match. */
function createMap() {
  const noise = createNoise(12);
  const ground = new Float32Array(mapWidth * mapHeight * 3);
  const cloud = new Float32Array(mapWidth * mapHeight);
  const light = new Float32Array(mapWidth * mapHeight);
  const random = createRandom(8);
  const land = new Float32Array(mapWidth * mapHeight);
  for (let row = 0; row < mapHeight; row += 1) {
    const latitude = row / mapHeight;
    for (let column = 0; column < mapWidth; column += 1) {
      const at = row * mapWidth + column;
      const angle = (column / mapWidth) * Math.PI * 2;
      const [x, y, z] = [Math.cos(angle) * 1.15 + 4, Math.sin(angle) * 1.15 + 4, latitude * 10.4];
      const warp = noise(x * 1.3 + 9, y * 1.3, z, 3) - 0.5;
      const height = noise(x + warp, y - warp, z + warp, 7);
      land[at] = smoothstep(0.475, 0.488, height);
      const dry = noise(x * 2.2, y * 2.2, z * 2.2 + 30, 4);
      const shallow = smoothstep(0.42, 0.48, height);
      const sea = [lerp(0.012, 0.03, shallow), lerp(0.05, 0.16, shallow), lerp(0.13, 0.27, shallow)];
      const soil = [lerp(0.09, 0.42, smoothstep(0.42, 0.62, dry)), lerp(0.16, 0.31, smoothstep(0.4, 0.62, dry)), lerp(0.07, 0.17, dry)];
      for (let channel = 0; channel < 3; channel += 1) {
        ground[at * 3 + channel] = lerp(sea[channel], soil[channel] * lerp(0.8, 1.25, smoothstep(0.5, 0.66, height)), land[at]);
      }
      const swirl = noise(x * 1.6 + 20, y * 1.6, z * 1.6, 3) - 0.5;
      const vapour = noise(x * 2.1 + swirl * 2.6 + 40, y * 2.1 + swirl, z * 2.1 + swirl * 1.8, 7);
      cloud[at] = smoothstep(0.52, 0.74, vapour) ** 1.3 * 0.9;
      const people = noise(x * 3 + 60, y * 3, z * 3, 4);
      light[at] = land[at] * smoothstep(0.5, 0.64, people) * (1 - smoothstep(0.5, 0.6, height)) * 0.035;
    }
  }
  for (let city = 0; city < 26_000; city += 1) {
    const [column, row] = [Math.floor(random() * mapWidth), Math.floor(lerp(0.04, 0.96, random()) * mapHeight)];
    const at = row * mapWidth + column;
    if (land[at] < 0.6 || random() > 0.05 + light[at] * 26) continue;
    const [bright, reach] = [lerp(0.18, 1.3, random() ** 4), random() < 0.03 ? 2.2 : 0.9];
    for (let dy = -5; dy <= 5; dy += 1) {
      for (let dx = -5; dx <= 5; dx += 1) {
        const there = Math.min(mapHeight - 1, Math.max(0, row + dy)) * mapWidth + ((column + dx + mapWidth) % mapWidth);
        light[there] += bright * Math.exp(-(dx * dx + dy * dy) / (reach * reach));
      }
    }
  }
  return { ground, cloud, light };
}

/** Traces the globe: for each pixel its position on the map, and the light of each kind that reaches it. */
function traceGlobe(width, height) {
  const spots = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [nx, ny] = [(x + 0.5 - globe.x) / globe.radius, (globe.y - y - 0.5) / globe.radius];
      const squared = nx * nx + ny * ny;
      if (squared >= 1) continue;
      const nz = Math.sqrt(1 - squared);
      // The globe is tilted, so that the ground moves diagonally below the camera.
      const lean = -0.32;
      const [tx, ty] = [nx * Math.cos(lean) - ny * Math.sin(lean), nx * Math.sin(lean) + ny * Math.cos(lean)];
      const tilt = 0.62;
      const [py, pz] = [ty * Math.cos(tilt) - nz * Math.sin(tilt), ty * Math.sin(tilt) + nz * Math.cos(tilt)];
      const u = ((Math.atan2(tx, pz) / (Math.PI * 2)) * 3 * mapWidth + mapWidth * 6) % mapWidth;
      const v = (0.5 - Math.asin(py) / Math.PI) * (mapHeight - 2);
      const facing = nx * sun[0] + ny * sun[1] + nz * sun[2];
      const day = smoothstep(-0.02, 0.42, facing);
      const night = 1 - smoothstep(-0.14, 0.06, facing);
      const dusk = Math.exp(-((facing - 0.05) ** 2) / 0.009);
      const rim = (1 - nz) ** 2.6;
      const edge = Math.min(1, (1 - Math.sqrt(squared)) * globe.radius);
      spots.push(y * width + x, u, v, day, night, dusk, rim, edge, 0.25 + 0.75 * smoothstep(-0.35, 0.35, facing));
    }
  }
  return Float32Array.from(spots);
}

function drawStation(context, phase) {
  const [x, y] = [lerp(-110, 1390, phase), 232 - 46 * Math.sin(phase * Math.PI)];
  context.save();
  context.translate(x, y);
  context.rotate(-0.2 + 0.05 * wave(phase, 1, 0.3));
  const panel = (left) => {
    context.fillStyle = verticalGradient(context, -15, 15, [[0, '#3c5ea6'], [0.5, '#1b2c5e'], [1, '#101a3c']]);
    context.fillRect(left, -15, 50, 30);
    context.fillStyle = 'rgb(190 214 255 / .34)';
    for (let line = 1; line < 5; line += 1) context.fillRect(left + line * 10 - 0.5, -15, 1, 30);
    context.fillRect(left, -0.5, 50, 1);
    context.fillStyle = withAlpha('#ffe9c4', 0.3 + 0.3 * wave(phase, 2, left / 200));
    context.fillRect(left, -15, 50, 2);
  };
  panel(-86);
  panel(36);
  context.fillStyle = '#8e99b3';
  context.fillRect(-36, -1.5, 72, 3);
  context.fillStyle = verticalGradient(context, -10, 10, [[0, '#f4f0e6'], [0.4, '#b9c0d0'], [1, '#3a4157']]);
  context.fillRect(-20, -9, 40, 18);
  context.fillRect(-27, -5, 8, 10);
  context.fillRect(19, -6, 9, 12);
  context.fillStyle = '#c9a15c';
  context.fillRect(-9, -9, 6, 18);
  context.strokeStyle = '#c6cede';
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(4, -9);
  context.lineTo(10, -20);
  context.stroke();
  context.beginPath();
  context.arc(11, -23, 6, 0.4, Math.PI + 0.4);
  context.fillStyle = '#dfe5f0';
  context.fill();
  drawGlow(context, 28, 0, 16, '#ff5a4a', 0.9 * smoothstep(0.7, 1, wave(phase, 20)));
  context.restore();
}

export async function createScene(width, height) {
  const map = createMap();
  const globeSpots = traceGlobe(width, height);
  const mark = await loadPicture('/assets/canales/orbita.svg');
  const grain = createGrain(width, height, 0.012);
  const random = createRandom(31);
  const stars = Array.from({ length: 420 }, () => ({ x: random() * width, y: random() * 560, size: lerp(0.6, 2, random() ** 4), alpha: lerp(0.25, 1, random() ** 2), at: random(), tint: random() < 0.2 ? '#ffdcb8' : '#dfeaff' }));
  const pixels = new ImageData(width, height);

  const drawGlobe = (context, phase) => {
    const { ground, cloud, light } = map;
    const { data } = pixels;
    const turned = phase * mapWidth;
    for (let spot = 0; spot < globeSpots.length; spot += 9) {
      const u = globeSpots[spot + 1] + turned;
      const v = globeSpots[spot + 2];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [fx, fy] = [u - left, v - top];
      const [a, b] = [left % mapWidth, (left + 1) % mapWidth];
      const [row, next] = [top * mapWidth, (top + 1) * mapWidth];
      const [wa, wb, wc, wd] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
      const [pa, pb, pc, pd] = [row + a, row + b, next + a, next + b];
      const vapour = cloud[pa] * wa + cloud[pb] * wb + cloud[pc] * wc + cloud[pd] * wd;
      const lamps = light[pa] * wa + light[pb] * wb + light[pc] * wc + light[pd] * wd;
      const [day, night, dusk, rim, edge, air] = globeSpots.subarray(spot + 3, spot + 9);
      const target = globeSpots[spot] * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const soil = ground[pa * 3 + channel] * wa + ground[pb * 3 + channel] * wb + ground[pc * 3 + channel] * wc + ground[pd * 3 + channel] * wd;
        const lit = lerp(soil, [0.86, 0.9, 0.96][channel], vapour) * (day * 0.98 + [0.012, 0.02, 0.042][channel]);
        const glow = lamps * night * (1 - vapour * 0.75) * [1.25, 0.78, 0.34][channel];
        const sunset = dusk * (0.014 + vapour * 0.34) * [1, 0.4, 0.24][channel];
        const haze = rim * air * [0.2, 0.5, 1][channel] * 1.05 + day * 0.05 * [0.3, 0.55, 1][channel];
        data[target + channel] = 255 * Math.min(1, lit + glow + sunset + haze) ** 0.5454;
      }
      data[target + 3] = 255 * edge;
    }
    return pixels;
  };

  const layer = new OffscreenCanvas(width, height);
  const layerContext = layer.getContext('2d', { willReadFrequently: true });

  const draw = (context, phase) => {
    context.fillStyle = verticalGradient(context, 0, height, [[0, '#02030a'], [0.6, '#060b1c'], [1, '#0a1530']]);
    context.fillRect(0, 0, width, height);
    for (const star of stars) {
      context.globalAlpha = star.alpha * (0.8 + 0.2 * wave(phase, 5, star.at));
      context.fillStyle = star.tint;
      context.fillRect(star.x, star.y, star.size, star.size);
    }
    context.globalAlpha = 1;
    const halo = context.createRadialGradient(globe.x, globe.y, globe.radius - 2, globe.x, globe.y, globe.radius + 64);
    for (const [at, alpha] of [[0, 0.62], [0.08, 0.4], [0.2, 0.2], [0.4, 0.08], [0.7, 0.02], [1, 0]]) halo.addColorStop(at, withAlpha('#4aa3ff', alpha));
    context.fillStyle = halo;
    context.fillRect(0, 0, width, height);
    layerContext.putImageData(drawGlobe(context, phase), 0, 0);
    context.drawImage(layer, 0, 0);
    drawStation(context, phase);
    context.drawImage(grain, 0, 0);
    context.globalAlpha = 0.94;
    context.drawImage(mark, width - 64 - 200, 30, 216, 121.5);
    context.globalAlpha = 1;
  };

  return { draw };
}
