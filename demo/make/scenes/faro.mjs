// The loop «faro»: a lighthouse at night. Sky and rock are rendered once, which takes seconds. For every frame the sea
// is rendered, the sky is shifted (a shift is cheap to encode), and the turning beam, rendered at a low resolution
// because it is soft, is added.
import { createLayer, createRandom, drawGlow, lerp, wave } from './drawing.mjs';
import { beamShader, plateShader, seaShader } from './faro-glsl.mjs';

const normalise = (vector) => vector.map((part) => part / Math.hypot(...vector));
const view = { cp: [-13.5, 4.6, 28], ct: [-13.6, 11, 0], md: normalise([0.85, 0.3, -0.9]), fov: 1.62 };
const drift = 90;
const beamScale = 4;
/** The number of flashes per loop. The beam has two sides, so each flash takes half a turn. */
const flashes = 4;

function createPainter(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const gl = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true, premultipliedAlpha: false });
  if (!gl) throw new Error('This browser has no WebGL 2.');
  const compile = (kind, source) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    return shader;
  };
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const load = (source) => {
    const program = gl.createProgram();
    gl.attachShader(program, compile(gl.VERTEX_SHADER, '#version 300 es\nin vec2 p; void main() { gl_Position = vec4(p, 0, 1); }'));
    gl.attachShader(program, compile(gl.FRAGMENT_SHADER, source));
    gl.bindAttribLocation(program, 0, 'p');
    gl.linkProgram(program);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    return program;
  };
  /** Draws a shader's output in tiles, because the browser treats a single draw call that takes seconds as a hang. */
  const paint = (program, uniforms, tiles = 1) => {
    gl.useProgram(program);
    gl.viewport(0, 0, width, height);
    for (const [name, value] of Object.entries({ ...view, ...uniforms })) {
      const place = gl.getUniformLocation(program, name);
      const parts = [value].flat();
      gl[`uniform${parts.length}f`](place, ...parts);
    }
    gl.enable(gl.SCISSOR_TEST);
    const pixel = new Uint8Array(4);
    for (let tile = 0; tile < tiles; tile += 1) {
      const [from, to] = [Math.floor((height * tile) / tiles), Math.floor((height * (tile + 1)) / tiles)];
      gl.scissor(0, from, width, to - from);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.readPixels(0, from, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    }
    return canvas;
  };
  return { load, paint };
}

export async function createScene(width, height) {
  const bd = [1, 0, 0];
  const wide = createPainter(width + drift * 2, height);
  const sky = createLayer(width + drift * 2, height);
  sky.context.drawImage(wide.paint(wide.load(plateShader), { R: [width, height], OFF: [-drift, 0], mode: 0, bd }, 24), 0, 0);
  const fine = createPainter(width * 2, height * 2);
  const rock = createLayer(width, height);
  rock.context.imageSmoothingQuality = 'high';
  rock.context.drawImage(fine.paint(fine.load(plateShader), { R: [width * 2, height * 2], OFF: [0, 0], mode: 1, bd }, 48), 0, 0, width, height);

  const seaTop = 500;
  const sea = createPainter(width, height - seaTop);
  const seaProgram = sea.load(seaShader);
  const beam = createPainter(width / beamScale, height / beamScale);
  const beamProgram = beam.load(beamShader);

  const random = createRandom(2);
  const picture = sky.context.getImageData(0, 0, sky.canvas.width, height);
  const stars = Array.from({ length: 260 }, () => ({ x: random() * width, y: random() * 460, size: lerp(0.7, 1.6, random() ** 3), at: random() })).filter(({ x, y }) => picture.data[(Math.floor(y) * picture.width + Math.floor(x) + drift) * 4 + 2] < 62);

  const draw = (context, phase) => {
    context.drawImage(sky.canvas, -drift + drift * 0.4 * wave(phase, 1), 0);
    context.fillStyle = '#dfe9ff';
    for (const star of stars) {
      context.globalAlpha = (1 - star.y / 520) * (0.5 + 0.25 * wave(phase, 4, star.at));
      context.fillRect(star.x, star.y, star.size, star.size);
    }
    context.globalAlpha = 1;
    const angle = phase * flashes * Math.PI + 0.55;
    const towards = normalise([Math.cos(angle), 0.03, Math.sin(angle)]);
    context.drawImage(sea.paint(seaProgram, { R: [width, height], OFF: [0, 0], phase, bd: towards }), 0, seaTop);
    const boat = lerp(-60, 900, phase);
    if (boat < 850) {
      drawGlow(context, boat, 506, 13, '#ffd9a0', 0.7);
      drawGlow(context, boat, 514, 9, '#ffd9a0', 0.22);
    }
    context.drawImage(rock.canvas, 0, 0);
    context.globalCompositeOperation = 'screen';
    context.imageSmoothingQuality = 'high';
    context.drawImage(beam.paint(beamProgram, { R: [width / beamScale, height / beamScale], OFF: [0, 0], bd: towards }), 0, 0, width, height);
    context.globalCompositeOperation = 'source-over';
  };

  return { draw };
}
