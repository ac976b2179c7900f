import { contextBridge, ipcRenderer } from 'electron';
import { decoderChannels, type DecodeJob, type DecoderApi } from '../../shared/windows/decode-job.ts';

const api: DecoderApi = {
  onJob: (listener) => {
    ipcRenderer.on(decoderChannels.job, (_event, job: DecodeJob) => listener(job));
  },
  done: (result) => ipcRenderer.send(decoderChannels.done, result),
  ready: () => ipcRenderer.send(decoderChannels.ready),
};

contextBridge.exposeInMainWorld('decoder', api);
